// A slice of a trunk for each level: as many rings as the level, and the colour of its wood.

/** Light, middle and bark of the woods in texts, from the softest to the hardest. */
const colours: readonly (readonly [light: string, middle: string, bark: string])[] = [
  ["#f3e2bd", "#e3c996", "#c6a768"],
  ["#f0d49a", "#deb770", "#b98d46"],
  ["#e2b184", "#c98f5e", "#9c6538"],
  ["#cf8a62", "#b06443", "#7c3f28"],
  ["#9a7350", "#77543a", "#4c3322"],
  ["#e6d8bd", "#cbb68f", "#8f7c58"],
  ["#d0a468", "#ad7d43", "#7a5426"],
  ["#f1dcb4", "#dabb84", "#a98552"],
  ["#c08a58", "#8f5f38", "#593820"],
  ["#5a4a40", "#362b25", "#17110d"],
];

const outermost = 36; // radius of the last ring

export function Wood({ level, size }: { level: number; size: number }) {
  const [light, middle, bark] = colours[level - 1] ?? colours[0]!;
  const dark = level === colours.length;
  return (
    <svg class="wood" viewBox="-50 -50 100 100" width={size} height={size} aria-hidden="true" focusable="false">
      <circle cy="2" r="47" fill="#1a1205" fill-opacity=".2" />
      <circle r="46" fill={bark} />
      <circle r="41" fill={middle} />
      <circle cx="-5" cy="-6" r="31" fill={light} fill-opacity=".55" />
      <g fill="none" stroke={dark ? "#fff" : "#3d2408"} stroke-opacity=".35" stroke-width="2">
        {Array.from({ length: level }, (_, ring) => (
          <circle key={ring} cx="-1.5" cy="-1" r={((ring + 0.6) / level) * outermost} />
        ))}
        <path d="M0 0 34-22" />
      </g>
    </svg>
  );
}
