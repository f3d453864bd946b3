import { EmptyState } from '@ce/ui/States.tsx'
import { Link } from 'react-router'

interface NoSuchProps {
  words: { title: string; text: string; action: string }
  /** where one finds what there is */
  to: string
}

/** In place of what an address does not name, or not for this person; or of a list with nothing in it: why, and the way on. */
export function NoSuch({ words, to }: NoSuchProps) {
  return (
    <EmptyState title={words.title} action={<Link to={to}>{words.action}</Link>}>
      {words.text}
    </EmptyState>
  )
}
