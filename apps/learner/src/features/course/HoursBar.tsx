import { formatHours, formatHoursUnit } from '@ce/client/format.ts'
import { ProgressBar } from '@ce/ui/ProgressBar.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import classes from './HoursBar.module.css'

interface HoursBarProps {
  name: string
  earned: number
  required: number
  note?: string | undefined
}

export function HoursBar({ name, earned, required, note }: HoursBarProps) {
  const missing = Math.max(0, required - earned)
  const figures =
    required > 0 ? `已获 ${formatHours(earned)} / 要求 ${formatHoursUnit(required)}` : `已获 ${formatHoursUnit(earned)}`
  return (
    <div>
      <div className={classes.head}>
        <span className={classes.name}>{name}</span>
        {missing > 0 ? (
          <StatusMark kind="doing">还差 {formatHoursUnit(missing)}</StatusMark>
        ) : (
          <StatusMark kind="done">{required > 0 ? '已达标' : '本年度不要求'}</StatusMark>
        )}
      </div>
      <ProgressBar label={name} value={earned} max={required} text={figures} />
      <p className={`${classes.figures} figures`}>{figures}</p>
      {note && <p className={classes.note}>{note}</p>}
    </div>
  )
}
