/**
 * Hears of results that are dropped or pasted anywhere on the page: calls `opened` with a file, or with the text of a link.
 * Text that is pasted into a field stays there.
 */
export function listen(opened) {
  const holdsFile = (event) => event.dataTransfer?.types.includes("Files");
  // The name is shown wherever the result comes from is said.
  const openFirst = ([file, ...others]) => {
    if (!file) return false;
    const name = `${file.name}, the first of ${others.length + 1} files: one is opened at a time`;
    opened(others.length ? new File([file], name, { type: file.type }) : file);
    return true;
  };
  addEventListener("dragover", (event) => {
    if (!holdsFile(event)) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  const over = () => document.body.classList.remove("dropping");
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) over();
  });
  addEventListener("drop", (event) => {
    over();
    if (!holdsFile(event)) return;
    event.preventDefault();
    openFirst(event.dataTransfer.files);
  });
  addEventListener("paste", (event) => {
    if (openFirst(event.clipboardData?.files ?? [])) return;
    if (event.target.closest?.("input, textarea, select")) return;
    const text = event.clipboardData?.getData("text/plain").trim() ?? "";
    if (text.startsWith("{")) return opened(new File([text], "pasted text"));
    // Mail programs break long links into lines, and some escape them.
    const link = text.match(/(#|%23)r\d+(\.|%2e)[\w.%\s-]*/i);
    if (link) opened(link[0]);
  });
}
