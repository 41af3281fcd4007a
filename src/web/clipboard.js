/**
 * Puts the text that `made` resolves with into the clipboard, and resolves with whether it is there. Browsers allow that in
 * the click only, so they are asked now and get the text when it is made.
 */
export async function copyWhenMade(made) {
  try {
    const text = made.then((text) => new Blob([text], { type: "text/plain" }));
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
    return true;
  } catch {
    try {
      await navigator.clipboard.writeText(await made);
      return true;
    } catch {
      return false;
    }
  }
}
