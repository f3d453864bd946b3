import { EmptyState } from '@ce/ui/States.tsx'
import { Link } from 'react-router'

interface NoSuchProps {
  words: { title: string; text: string; action: string }
  to: string
}

/** Shown for a page that does not exist or belongs to another student. */
export function NotFoundNote({ words, to }: NoSuchProps) {
  return (
    <EmptyState title={words.title} action={<Link to={to}>{words.action}</Link>}>
      {words.text}
    </EmptyState>
  )
}
