// Taking texts along: to the clipboard, or as a file.

export interface Exported {
  text: string;
  name: string;
}

/** Works where the browser lets pages copy, and in the old way elsewhere. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "unseen";
    (document.querySelector("dialog[open]") ?? document.body).append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

export function saveText({ text, name }: Exported): void {
  const type = name.endsWith(".svg") ? "image/svg+xml" : "text/plain";
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
