import { Loaded } from '@ce/frame/Loaded.tsx'
import { CorrectionList, useCorrections } from '@ce/frame/student/privacy/CorrectionList.tsx'
import { correctionWords as words } from '@ce/frame/student/privacy/words.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { Button, Card } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { CorrectionDialog } from './CorrectionDialog.tsx'
import classes from './Privacy.module.css'
import { rowLook } from './row-look.ts'

/** What one cannot change alone is asked for here. */
export function CorrectionsCard() {
  const { query, taken } = useCorrections()
  const [asking, setAsking] = useState(false)
  return (
    <Card title={<h2>更正</h2>}>
      <p className={classes.text}>
        {words.before}
        <Link to={paths.profile()}>{words.link}</Link>
        {words.after}
      </p>
      <Loaded query={query} skeleton={<Skeleton shape={['line', 'line']} />}>
        {({ list, keptDays }) => (
          <>
            <CorrectionList
              list={list}
              look={rowLook}
              button={({ busy, ...props }) => (
                <Button loading={busy} {...props}>
                  撤回
                </Button>
              )}
            />
            <Button onClick={() => setAsking(true)}>申请更正</Button>
            {asking && (
              <CorrectionDialog
                taken={taken}
                keptDays={keptDays}
                onClose={() => setAsking(false)}
              />
            )}
          </>
        )}
      </Loaded>
    </Card>
  )
}
