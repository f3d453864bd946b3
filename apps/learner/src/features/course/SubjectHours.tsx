import { formatHours, formatHoursUnit } from '@ce/client/format.ts'
import { requiredHoursText } from '@ce/contract/proof-fields'
import { ProgressBar } from '@ce/ui/ProgressBar.tsx'
import classes from './HoursBucket.module.css'

interface HoursBucketProps {
  /** Either 专业科目 or 公需科目. */
  label: string
  earned: number
  required: number
}

/** Shows the earned hours of a subject; the bar is left out if none are required. */
export function SubjectHours({ label, earned, required }: HoursBucketProps) {
  const text = `${formatHours(earned)} / ${formatHoursUnit(required)}`
  return (
    <div>
      <p className={classes.figures}>
        <span>{label}</span>
        <span>{required > 0 ? text : `${formatHoursUnit(earned)}（${requiredHoursText(required)}）`}</span>
      </p>
      {required > 0 && <ProgressBar label={label} value={earned} max={required} text={text} />}
    </div>
  )
}
