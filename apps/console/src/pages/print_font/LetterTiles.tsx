import type { CharacterDrawing } from '@ce/client/staff/print_font.ts'
import classes from './Fonts.module.css'

/** Draws missing characters from their outlines, so the viewer needs no font. */
export function CharacterTiles({ letters }: { letters: readonly CharacterDrawing[] }) {
  if (letters.length === 0) return null
  return (
    <ul className={classes.tiles}>
      {letters.map(({ letter, codePoint, advance, outline }) => (
        <li key={codePoint}>
          <svg viewBox={`0 -900 ${advance} 1050`} role="img" aria-label={`${letter} 的字形`}>
            <path d={outline} transform="scale(1 -1)" />
          </svg>
          <span>{codePoint}</span>
        </li>
      ))}
    </ul>
  )
}
