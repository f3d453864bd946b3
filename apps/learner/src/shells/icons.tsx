/** SVG paths on a grid of 24 by 24. */
const drawings = {
  home: 'M4 11 12 4l8 7v9h-5v-6H9v6H4z',
  study: 'M4 5h16v11H4zM9 20h6M12 16v4M10 8.5v4l4-2z',
  proof: 'M12 3 5 6v5c0 5 3 8 7 10 4-2 7-5 7-10V6zM9 12l2 2 4-4',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 21c0-4 4-6 8-6s8 2 8 6',
  sign: 'M5 4h10l4 4v12H5zM8 12h8M8 16h5M8 8h4',
  course: 'M4 5h7a1 1 0 0 1 1 1v14a2 2 0 0 0-2-2H4zM20 5h-7a1 1 0 0 0-1 1v14a2 2 0 0 1 2-2h6z',
  reduction: 'M5 4h14v16H5zM9 9h6M9 13h6M9 17h3',
  apply: 'M6 3h8l4 4v14H6zM12 11v6M9 14h6',
  order: 'M5 3v18l2-1.5L9 21l2-1.5L13 21l2-1.5L17 21l2-1.5V3zM9 8h6M9 12h6',
  message: 'M6 17V11a6 6 0 0 1 12 0v6l2 1H4zM10 21h4',
  service: 'M5 13v-1a7 7 0 0 1 14 0v1M5 13h2v5H5zM17 13h2v5h-2zM19 18c0 2-2 3-5 3',
  print: 'M4 19 9 6l5 13M6 14h6M15 19l3-8 3 8M16 16h4',
  phone: 'M7 3h10v18H7zM11 18h2',
  menu: 'M4 7h16M4 12h16M4 17h16',
  leave: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
  back: 'm15 5-7 7 7 7',
} as const

export type NavigationIconName = keyof typeof drawings

/** Hidden from screen readers, because the text beside the icon says the same. */
export function NavigationIcon({ name, size = 20 }: { name: NavigationIconName; size?: number }) {
  return (
    <svg className="mark" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  )
}
