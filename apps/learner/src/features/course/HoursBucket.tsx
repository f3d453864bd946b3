import { formatHours, formatHoursUnit } from '@ce/client/format.ts'
import { demandWords } from '@ce/contract/proof-fields'
import { ProgressBar } from '@ce/ui/ProgressBar.tsx'
import classes from './HoursBucket.module.css'

interface HoursBucketProps {
  /** 专业科目 or 公需科目 */
  label: string
  earned: number
  required: number
}

/** How far one bucket of hours is filled; a bucket that asks nothing shows its figure without a bar. */
export function HoursBucket({ label, earned, required }: HoursBucketProps) {
  const text = `${formatHours(earned)} / ${formatHoursUnit(required)}`
  return (
    <div>
      <p className={classes.figures}>
        <span>{label}</span>
        <span>
          {required > 0 ? text : `${formatHoursUnit(earned)}（${demandWords(required)}）`}
        </span>
      </p>
      {required > 0 && <ProgressBar label={label} value={earned} max={required} text={text} />}
    </div>
  )
}
