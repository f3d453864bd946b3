import { Loaded } from '@ce/frame/Loaded.tsx'
import { CopyList, useCopies } from '@ce/frame/student/privacy/CopyList.tsx'
import { copiesLeft, copyWords } from '@ce/frame/student/privacy/words.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { Button, Card } from 'antd'
import { useState } from 'react'
import { CopyDialog } from './CopyDialog.tsx'
import classes from './Privacy.module.css'
import { rowLook } from './row-look.ts'

/** A copy of everything that is kept. */
export function CopyCard() {
  const { query, mayAsk } = useCopies()
  const [asking, setAsking] = useState(false)
  return (
    <Card title={<h2>{copyWords.heading}</h2>}>
      <p className={classes.text}>{copyWords.explained}</p>
      <Loaded query={query} skeleton={<Skeleton shape={['line', 'line']} />}>
        {({ list, left }) => (
          <>
            <CopyList list={list} look={rowLook} link={(props) => <Button download {...props} />} />
            <Button type="primary" disabled={!mayAsk} onClick={() => setAsking(true)}>
              申请副本
            </Button>
            <p className={`${classes.small} ${classes.under}`}>{copiesLeft(left)}</p>
          </>
        )}
      </Loaded>
      {asking && <CopyDialog onClose={() => setAsking(false)} />}
    </Card>
  )
}
