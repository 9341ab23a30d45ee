export function NewGameScreen(_: Record<string, unknown>) { return null; }
