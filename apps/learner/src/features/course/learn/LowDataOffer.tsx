import { isFocusLost, refocus } from '@ce/client/components/refocus.ts'
import { chooseLowData, useLowDataOffer } from '@ce/client/low-data.ts'
import { Button } from '@ce/ui/Button.tsx'
import { useEffect, useRef } from 'react'
import classes from './Learn.module.css'

/** On a mobile line the smaller picture is offered, once. */
export function LowDataOffer({ choose }: { choose: (low: boolean) => void }) {
  const offered = useLowDataOffer()
  const before = useRef(offered)
  // its buttons go with the answer
  useEffect(() => {
    if (before.current && !offered && isFocusLost()) refocus()
    before.current = offered
  }, [offered])
  return (
    <div role="status">
      {offered && (
        <div className={classes.offer}>
          <p>正在使用移动网络。省流量模式画面较小，学时照常计入。</p>
          <div className={classes.offerActions}>
            <Button kind="quiet" onClick={() => chooseLowData(false)}>
              不用
            </Button>
            <Button onClick={() => choose(true)}>开启省流量</Button>
          </div>
        </div>
      )}
    </div>
  )
}
