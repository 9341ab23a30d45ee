// English: the screens Set-up, Library and Laboratory.

export const tools = {
  setup: {},
  library: {},
  laboratory: {},
};
