function circle(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`
}

/**
 * The lines of each icon on a grid of 16, all drawn with the same 1.5 px round pen. Every page loads them, so each comes
 * with its first use.
 */
export const iconPaths = {
  'arrow-down': 'M8 3v10M4 9l4 4 4-4',
  'arrow-up': 'M8 13V3M4 7l4-4 4 4',
  check: 'M3 8.5 6.5 12 13 4.5',
  'chevron-down': 'M4 6l4 4 4-4',
  'chevrons-up-down': 'M5 6l3-3 3 3M5 10l3 3 3-3',
  close: 'M4 4l8 8M12 4l-8 8',
  code: 'M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5',
  commit: `${circle(8, 8, 2.5)}M1.5 8h4M10.5 8h4`,
  copy: 'M6 6h7.5v7.5H6zM3.5 10H2.5V2.5H10v1',
  device: 'M2 3h12v8H2zM6 13.5h4M8 11v2.5',
  error: `${circle(8, 8, 5.75)}M8 5v3.5M8 11v.01`,
  expand: 'M9.5 2.5h4v4M13.5 2.5 9 7M6.5 13.5h-4v-4M2.5 13.5 7 9',
  external: 'M9.5 2.5h4v4M13.5 2.5 7.5 8.5M11.5 9v4.5h-9v-9H7',
  eye: `M1.5 8C3 5.2 5.3 3.8 8 3.8S13 5.2 14.5 8C13 10.8 10.7 12.2 8 12.2S3 10.8 1.5 8z${circle(8, 8, 1.75)}`,
  filter: 'M2.5 4.5h11M4.5 8h7M6.5 11.5h3',
  finding: 'M8 2 3 4v4c0 3 2 5 5 6 3-1 5-3 5-6V4z',
  folder: 'M2 3.5h4.5L8 5.5h6v7.5H2z',
  info: `${circle(8, 8, 5.75)}M8 7.5V11M8 5v.01`,
  link: 'M6.5 9.5l3-3M7 4.5l1.3-1.3a3.1 3.1 0 0 1 4.5 4.5L11.5 9M9 11.5l-1.3 1.3a3.1 3.1 0 0 1-4.5-4.5L4.5 7',
  lock: 'M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  moon: 'M13 9.5A5.5 5.5 0 0 1 6.5 3a5.5 5.5 0 1 0 6.5 6.5z',
  package: 'M2.5 5.5h11v8h-11zM2.5 5.5l1.7-3h7.6l1.7 3M8 2.5v3M6.3 8.5h3.4',
  panel: 'M2.5 3h11v10h-11zM6 3v10',
  person: `${circle(8, 5.25, 2.75)}M2.75 13.5c.5-2.6 2.5-4 5.25-4s4.75 1.4 5.25 4`,
  plus: 'M8 3.5v9M3.5 8h9',
  'pull-request': `${circle(4, 3.5, 1.5)}${circle(4, 12.5, 1.5)}${circle(12, 12.5, 1.5)}M4 5v6M12 11V6.5c0-1.7-.8-2.5-2.5-2.5H8M9.5 2.25 7.75 4 9.5 5.75`,
  refresh: 'M13.3 6.8A5.5 5.5 0 0 0 3.5 5M13.5 3v4h-4M2.7 9.2A5.5 5.5 0 0 0 12.5 11M2.5 13V9h4',
  search: `${circle(7, 7, 4.25)}M10.2 10.2 13.5 13.5`,
  'sign-out': 'M6.5 2.5h-4v11h4M6.5 8h7M10.5 5l3 3-3 3',
  sun: `${circle(8, 8, 2.75)}M8 1.5v1.25M8 13.25v1.25M1.5 8h1.25M13.25 8h1.25M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9`,
  ticket: 'M2 4h12v2.5a1.5 1.5 0 0 0 0 3V12H2V9.5a1.5 1.5 0 0 0 0-3zM9.5 4v1.5M9.5 7.25v1.5M9.5 10.5V12',
  tray: 'M2.5 9.5 4.5 3h7l2 6.5V13h-11zM2.5 9.5h3l1 1.75h3l1-1.75h3',
  trash: 'M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.6 9h6.8l.6-9M6.7 7.2v3.6M9.3 7.2v3.6',
  undo: 'M5.5 3 2.5 6l3 3M2.5 6h7a3.75 3.75 0 0 1 0 7.5H6',
  warning: 'M8 2.25 14.25 13H1.75zM8 6.5v3M8 11.25v.01',
} as const satisfies Record<string, string>

export type IconName = keyof typeof iconPaths
