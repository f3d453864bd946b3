import { formatBytes, formatDateTime } from '@ce/client/format.ts'
import { type DataCopy, exportsQuery } from '@ce/client/privacy.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { copiesLeft, copyStates, copyTimes, copyWords } from '@ce/frame/student/privacy/words.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, Card } from 'antd'
import { useState } from 'react'
import { CopyDialog } from './CopyDialog.tsx'
import classes from './Privacy.module.css'

/** A copy of everything that is kept. */
export function CopyCard() {
  const query = useQuery(exportsQuery())
  const [asking, setAsking] = useState(false)
  return (
    <Card title={<h2>{copyWords.heading}</h2>}>
      <p className={classes.text}>{copyWords.explained}</p>
      <Loaded query={query} skeleton={<Skeleton shape={['line', 'line']} />}>
        {({ list, left }) => (
          <>
            {list.length > 0 && (
              <ul className={classes.rows} aria-live="polite">
                {list.map((copy) => (
                  <Copy key={copy.id} copy={copy} />
                ))}
              </ul>
            )}
            <Button
              type="primary"
              disabled={left === 0 || list.some(({ state }) => state === 'MAKING')}
              onClick={() => setAsking(true)}
            >
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

function Copy({ copy }: { copy: DataCopy }) {
  const { askedAt, size, url } = copy
  const { label, kind } = copyStates[copy.state]
  return (
    <li>
      <div>
        <StatusMark kind={kind}>{label}</StatusMark>
        <div className={classes.small}>{copyTimes(copy)}</div>
      </div>
      {url && (
        <Button href={url} download aria-label={`下载 ${formatDateTime(askedAt)} 申请的副本`}>
          下载（{formatBytes(size ?? 0)}）
        </Button>
      )}
    </li>
  )
}
