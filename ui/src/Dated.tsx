import { Children, type ReactNode } from 'react'
import { datesIn } from './dates-in.ts'

/** Text with its dates and times whole: a browser may end a line after any hyphen of `2026-07-01`. Elements in it stay as they are. */
export function Dated({ children }: { children: ReactNode }): ReactNode {
  return Children.map(children, (part) => (typeof part === 'string' ? whole(part) : part))
}

function whole(words: string): ReactNode {
  return datesIn(words).map(({ text, date, at }) =>
    date ? (
      <span key={at} className="ui-date">
        {text}
      </span>
    ) : (
      text
    ),
  )
}
