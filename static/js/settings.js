// How our pages use htmx: it evaluates nothing and adds no styles, because their content security
// policy forbids both; and it keeps no history.
Object.assign(htmx.config, {
  allowEval: false,
  includeIndicatorStyles: false,
  historyEnabled: false,
  defaultSettleDelay: 0,
});
