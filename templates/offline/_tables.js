// The page of a table, or its cheat-sheet, is kept. It is shown again if no answer comes in time.
async function page(request, pathname) {
  const [, code] = pathname.slice(HOME.length).match(/^t\/([\w-]+)(\/sheet|\/flat|\/tv)?$/) ?? [];
  const old = code && (await caches.match(pathname));
  try {
    const answer = await inTime(request);
    if (old && answer.status >= 500) throw new Error(answer.status);
    if (code) keep(code, pathname, answer.clone()).catch(ignoreFullStore);
    return answer;
  } catch {
    return old ? marked(old) : caches.match(`${HOME}offline`);
  }
}
// A page that cannot be kept is shown all the same.
function ignoreFullStore() {}

// Keep a page. Of a table that no longer lets this phone in, nothing is kept.
async function keep(code, pathname, answer) {
  const name = `table-${code}`;
  if (answer.status >= 500) return;
  if (answer.status !== 200) {
    await caches.delete(name);
    return;
  }
  const cache = await caches.open(name);
  await cache.put(pathname, answer);
  const tables = (await caches.keys()).filter((other) => other.startsWith("table-"));
  await Promise.all(tables.slice(0, -TABLES).map((other) => caches.delete(other)));
}

// Tell the page that it is an old one, and from when.
async function marked(old) {
  const at = Date.parse(old.headers.get("Date")) || 1;
  const headers = new Headers({ "Content-Type": "text/html; charset=utf-8" });
  headers.set("Content-Security-Policy", old.headers.get("Content-Security-Policy"));
  const html = (await old.text()).replace("<html", `<html data-kept="${at}"`);
  return new Response(html, { headers });
}
