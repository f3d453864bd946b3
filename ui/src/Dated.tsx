import { Children, type ReactNode } from 'react'
import { splitDates } from './dates-in.ts'

/** Browsers may break a line after the hyphens of `2026-07-01`, so dates stay in one piece. */
export function DatedText({ children }: { children: ReactNode }): ReactNode {
  return Children.map(children, (part) => (typeof part === 'string' ? whole(part) : part))
}

function whole(words: string): ReactNode {
  return splitDates(words).map(({ text, date, at }) =>
    date ? (
      <span key={at} className="ui-date">
        {text}
      </span>
    ) : (
      text
    ),
  )
}
