// A page of a table, or its cheat-sheet, is kept; it is shown again when nothing comes, or nothing in good time.
async function page(request, pathname) {
  const code = pathname.slice(HOME.length).match(/^t\/([\w-]+)(\/sheet|\/flat|\/tv)?$/)?.[1], old = code && (await caches.match(pathname));
  try {
    const answer = await inTime(request);
    if (old && answer.status >= 500) throw new Error(answer.status);
    if (code) keep(code, pathname, answer.clone()).catch(() => { /* no room: shown all the same */ });
    return answer;
  } catch {
    return old ? marked(old) : caches.match(`${HOME}offline`);
  }
}

// Of a table that no longer lets this phone in, nothing is kept.
async function keep(code, pathname, answer) {
  const name = `table-${code}`;
  if (answer.status !== 200) return answer.status < 500 && caches.delete(name);
  await (await caches.open(name)).put(pathname, answer);
  const tables = (await caches.keys()).filter((other) => other.startsWith("table-"));
  await Promise.all(tables.slice(0, -TABLES).map((other) => caches.delete(other)));
}

// The page is told that it is an old one, and of when.
async function marked(old) {
  const headers = new Headers({ "Content-Type": "text/html; charset=utf-8" }), at = Date.parse(old.headers.get("Date")) || 1;
  headers.set("Content-Security-Policy", old.headers.get("Content-Security-Policy"));
  return new Response((await old.text()).replace("<html", `<html data-kept="${at}"`), { headers });
}
