import { formatDateTime } from '@ce/client/format.ts'
import { type Correction, correctionsQuery, useWithdrawCorrection } from '@ce/client/privacy.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import {
  correctionStates,
  fieldNames,
  correctionWords as words,
} from '@ce/frame/student/privacy/words.ts'
import { Button } from '@ce/ui/Button.tsx'
import { Dated } from '@ce/ui/Dated.tsx'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { paths } from '../../paths.ts'
import { CorrectionSheet } from './CorrectionSheet.tsx'
import classes from './Privacy.module.css'

/** What one cannot change alone is asked for here. */
export function CorrectionsPart() {
  const query = useQuery(correctionsQuery())
  const [asking, setAsking] = useState(false)
  return (
    <section className={card.card} aria-labelledby="corrections">
      <h2 id="corrections">更正</h2>
      <p>
        {words.before}
        <Link to={paths.myInfo()}>{words.link}</Link>
        {words.after}
      </p>
      <Loaded query={query} skeleton={<Skeleton shape={['line', 'line']} />}>
        {({ list }) => (
          <>
            {list.length > 0 && (
              <ul className={classes.rows}>
                {list.map((correction) => (
                  <Row key={correction.id} correction={correction} />
                ))}
              </ul>
            )}
            <Button kind="quiet" onClick={() => setAsking(true)}>
              申请更正
            </Button>
            {asking && (
              <CorrectionSheet
                taken={list.filter(({ state }) => state === 'OPEN').map(({ field }) => field)}
                onClose={() => setAsking(false)}
              />
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

function Row({ correction }: { correction: Correction }) {
  const { id, field, value, state, askedAt, note } = correction
  const withdraw = useWithdrawCorrection()
  const { label, kind } = correctionStates[state]
  return (
    <li>
      <div>
        {fieldNames[field]}更正为“{value}” <StatusMark kind={kind}>{label}</StatusMark>
        <p className={card.quiet}>
          <Dated>{formatDateTime(askedAt)} 申请</Dated>
        </p>
        {note && <p>审核意见：{note}</p>}
      </div>
      {state === 'OPEN' && (
        <Button
          kind="quiet"
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate({ id })}
          aria-label={`撤回${fieldNames[field]}的更正申请`}
        >
          撤回
        </Button>
      )}
    </li>
  )
}
