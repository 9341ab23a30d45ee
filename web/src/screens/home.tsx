export function HomeScreen(_: Record<string, unknown>) { return null; }
