// Small changes to words of the program.

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A message of the program as a sentence. */
export function sentence(message: string): string {
  const text = message.trim();
  return capital(text) + (/[.!?…]$/.test(text) || text === "" ? "" : ".");
}
