/**
 * Hears of results that are dropped or pasted anywhere on the page: calls `opened` with a file, or with the text of a link.
 * Text that is pasted into a field stays there.
 */
export function listen(opened) {
  const holdsFile = (event) => event.dataTransfer?.types.includes("Files");
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
    const [file] = event.dataTransfer.files;
    if (file) opened(file);
  });
  addEventListener("paste", (event) => {
    const [file] = event.clipboardData?.files ?? [];
    if (file) return opened(file);
    if (event.target.closest?.("input, textarea, select")) return;
    const text = event.clipboardData?.getData("text/plain").trim() ?? "";
    const link = text.match(/#r\d+\.\S*/);
    if (link) opened(link[0]);
    else if (text.startsWith("{")) opened(new File([text], "pasted text"));
  });
}
