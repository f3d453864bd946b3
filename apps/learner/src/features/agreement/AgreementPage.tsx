import type { OpenText } from '@ce/client/student.ts'
import { useSiteInfo } from '@ce/site/data.ts'
import { buttonClass } from '@ce/ui/Button.tsx'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { LeaveButton } from '../student/LeaveButton.tsx'
import { AgreementForm } from './AgreementForm.tsx'
import classes from './agreement.module.css'
import { askWords, declineWords } from './text.ts'

/** In place of a page that needs the texts: read and accept, or decline and take what is one's own. */
export function AgreementPage({ texts }: { texts: readonly OpenText[] }) {
  const [declined, setDeclined] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const site = useSiteInfo()
  // the page it stands for was never seen: who uses keys or a screen reader begins here
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when the answer changes what is shown
  useEffect(() => {
    heading.current?.focus()
    window.scrollTo(0, 0)
  }, [declined])
  const due = texts.filter(({ state }) => state === 'DUE')
  const first = due.every(({ acceptedBefore }) => acceptedBefore === null)
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <span className={classes.site}>{site?.title}</span>
        <LeaveButton />
      </header>
      <main className={classes.card}>
        {declined ? (
          <>
            <h1 ref={heading} tabIndex={-1}>
              {declineWords.title}
            </h1>
            <p>{declineWords.text}</p>
            <Ways />
            <button
              type="button"
              className={buttonClass('primary')}
              onClick={() => setDeclined(false)}
            >
              {declineWords.again}
            </button>
          </>
        ) : (
          <>
            <h1 ref={heading} tabIndex={-1}>
              {first ? askWords.first : askWords.renewed}
            </h1>
            <p>{first ? askWords.firstText : askWords.renewedText}</p>
            <AgreementForm texts={due} onDecline={() => setDeclined(true)} />
          </>
        )}
      </main>
    </div>
  )
}

/** What stays open to who declines. */
function Ways() {
  const { ways } = declineWords
  const links = [
    [paths.privacy(), ways.copy],
    [paths.grant(), ways.grant],
    [paths.orders(), ways.orders],
    [paths.invoices(), ways.invoices],
    [paths.messages(), ways.messages],
    [paths.password(), ways.password],
  ] as const
  return (
    <ul className={classes.ways}>
      {links.map(([to, text]) => (
        <li key={to}>
          <Link to={to}>{text}</Link>
        </li>
      ))}
    </ul>
  )
}
