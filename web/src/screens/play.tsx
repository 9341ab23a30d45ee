export function PlayScreen(_: Record<string, unknown>) { return null; }
