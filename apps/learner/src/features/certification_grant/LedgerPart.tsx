import { Button, buttonClass } from '@ce/ui/Button.tsx'
import card from '../../components/card.module.css'
import { paths } from '../../paths.ts'
import { LedgerVerdict, ledgerWords as words } from './LedgerVerdict.tsx'
import { saveLedgerPath, useLedgerCheck } from './use-ledger-check.ts'

/** 台账核对: on this phone, against the newest published root. */
export function LedgerPart() {
  const check = useLedgerCheck()
  const path = check.data?.path
  return (
    <section className={card.card} aria-labelledby="ledger-check">
      <h2 id="ledger-check">{words.title}</h2>
      <p>{words.why}</p>
      <div className={card.tools}>
        <Button kind="quiet" busy={check.isPending} onClick={() => check.mutate()}>
          {words.check}
        </Button>
        {path && (
          <Button kind="quiet" onClick={() => saveLedgerPath(path)}>
            {words.save}
          </Button>
        )}
        <a className={buttonClass('text')} href={paths.ledger()}>
          {words.published}
        </a>
      </div>
      <LedgerVerdict check={check} />
    </section>
  )
}
