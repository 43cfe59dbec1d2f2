// htmx as our pages want it: nothing evaluated and no styles of its own, which their policy forbids; and no history.
Object.assign(htmx.config, { allowEval: false, includeIndicatorStyles: false, historyEnabled: false, defaultSettleDelay: 0 });
