import { Loaded } from '@ce/client/components/Loaded.tsx'
import { Button } from '@ce/ui/Button.tsx'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { useState } from 'react'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { paths } from '../../paths.ts'
import { CorrectionList, useCorrections } from './CorrectionList.tsx'
import { CorrectionSheet } from './CorrectionSheet.tsx'
import { rowLook } from './phone-row-look.ts'
import { correctionWords as words } from './words.ts'

/** What one cannot change alone is asked for here. */
export function CorrectionsPart() {
  const { query, taken } = useCorrections()
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
        {({ list, keptDays }) => (
          <>
            <CorrectionList
              list={list}
              look={rowLook}
              button={(props) => (
                <Button kind="quiet" {...props}>
                  撤回
                </Button>
              )}
            />
            <Button kind="quiet" onClick={() => setAsking(true)}>
              申请更正
            </Button>
            {asking && (
              <CorrectionSheet taken={taken} keptDays={keptDays} onClose={() => setAsking(false)} />
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}
