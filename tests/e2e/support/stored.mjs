// What the page has put into databases of the browser, as text that can be searched.

/** All records and contents of all databases, compressed ones unpacked. */
export function stored(page) {
  return page.evaluate(readDatabases);
}

/** Runs in the page, so it stands alone. */
async function readDatabases() {
  const request = (asked) =>
    new Promise((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  const readable = async (value) => {
    if (!(value instanceof Blob)) return JSON.stringify(value);
    const [first, second] = new Uint8Array(await value.slice(0, 2).arrayBuffer());
    const isGzip = first === 0x1f && second === 0x8b;
    const bytes = isGzip ? value.stream().pipeThrough(new DecompressionStream("gzip")) : value.stream();
    return value.type + (await new Response(bytes).text());
  };
  const texts = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await request(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const all = database.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([request(all.getAllKeys()), request(all.getAll())]);
      if (values.length > 0) texts.push(JSON.stringify([name, store, keys]));
      for (const value of values) texts.push(await readable(value));
    }
    database.close();
  }
  return texts.join("\n");
}
