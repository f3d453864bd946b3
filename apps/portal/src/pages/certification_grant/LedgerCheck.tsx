import { LedgerVerdict, ledgerWords as words } from '@ce/frame/student/grant/LedgerVerdict.tsx'
import { saveLedgerPath, useLedgerCheck } from '@ce/frame/student/grant/use-ledger-check.ts'
import { Button } from 'antd'
import { paths } from '../../paths.ts'
import classes from './GrantPage.module.css'

/** 台账核对: on this device, against the newest published root. */
export function LedgerCheck() {
  const check = useLedgerCheck()
  const path = check.data?.path
  return (
    <section className={classes.ledger} aria-labelledby="ledger-check">
      <h2 id="ledger-check">{words.title}</h2>
      <p>
        {words.why}
        <a href={paths.ledger()}>{words.published}</a>
      </p>
      <p className={classes.ledgerActions}>
        <Button loading={check.isPending} onClick={() => check.mutate()}>
          {words.check}
        </Button>
        {path && <Button onClick={() => saveLedgerPath(path)}>{words.save}</Button>}
      </p>
      <LedgerVerdict check={check} />
    </section>
  )
}
