// Line icons, 24 units wide, drawn in the colour of the text.

const paths = {
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  redo: "m15 7 5 5-5 5M20 12H10a6 6 0 0 0-6 6",
  first: "m18 6-6 6 6 6M6 6v12",
  back: "m14 6-6 6 6 6",
  forward: "m10 6 6 6-6 6",
  last: "m6 6 6 6-6 6M18 6v12",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.4.9 1 .9 1.7h5.2c0-.7.3-1.3.9-1.7A6 6 0 0 0 12 3Z",
  flip: "M8 4v15M8 4 4.5 7.5M8 4l3.5 3.5M16 20V5M16 20l-3.5-3.5M16 20l3.5-3.5",
  flag: "M6 21V4M6 5c4-3 8 3 12 0v9c-4 3-8-3-12 0",
  draw: "M5 9h14M5 15h14",
  again: "M20 11a8 8 0 1 0-2.3 6.3M20 4v7h-7",
  swap: "M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4",
  settings: "M4 7h9M19 7h1M4 12h2M12 12h8M4 17h7M17 17h3M16 5v4M9 10v4M14 15v4",
  help: "M9.2 9a2.9 2.9 0 1 1 4.3 2.5c-.9.5-1.5 1-1.5 2M12 17h.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z",
  close: "M6 6l12 12M18 6 6 18",
  play: "M7 4.5v15l12-7.5Z",
  pause: "M8 5v14M16 5v14",
  step: "M6 5v14l9-7ZM19 5v14",
  sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  mute: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM16 9.5l5 5M21 9.5l-5 5",
  rules: "M5 4.5h11a3 3 0 0 1 3 3V20H8a3 3 0 0 1-3-3ZM5 17a3 3 0 0 1 3-3h11M9 8h6",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17",
  copy: "M9 9h11v11H9ZM15 9V4H4v11h5",
  download: "M12 4v11M7 10.5l5 5 5-5M5 20h14",
  upload: "M12 16V5M7 9.5l5-5 5 5M5 20h14",
  more: "M4.5 12h1M11.5 12h1M18.5 12h1",
  edit: "m4 20 1-4L16 5l3 3L8 19ZM14 7l3 3",
  setup: "M4 4h16v16H4ZM4 12h16M12 4v16M8 8h.01M16 16h.01",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM20 20l-4-4",
  person: "M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5a7.5 7.5 0 0 1 15 0",
  computer: "M4 5h16v11H4ZM9 20h6M12 16v4",
  level: "M5 19v-5M10 19v-8M15 19V8M20 19V4",
  check: "m5 12.5 4.5 4.5L19 7.5",
  up: "M12 19V5M6 11l6-6 6 6",
  engine: "M7 7h10v10H7ZM10 10h4v4h-4ZM9 7V4M15 7V4M9 20v-3M15 20v-3M7 9H4M7 15H4M20 9h-3M20 15h-3",
  arrow: "M6 18 18 6M9 6h9v9",
  threat: "M12 3 2.5 20h19ZM12 10v4M12 17h.01",
  board: "M4.5 4.5h15v15h-15ZM12 4.5v15M4.5 12h15",
  learn: "M3 9l9-4.5L21 9l-9 4.5ZM7 11.5V16c2.8 2.3 7.2 2.3 10 0v-4.5M21 9v5",
  puzzle: "M4 9h4.2a2.3 2.3 0 1 1 4.6 0H16v3.2a2.3 2.3 0 1 1 0 4.6V20H4Z",
  flask: "M9.5 4h5M10.5 4v6L5 18.5c-.5 1 .2 1.5 1 1.5h12c.8 0 1.5-.5 1-1.5L13.5 10V4M8 15h8",
  chart: "M4 4v16h16M8 16v-4M12 16V8M16 16v-6",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
