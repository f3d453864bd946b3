import { ProgressBar } from '@ce/ui/ProgressBar.tsx'
import classes from './ChallengeProgress.module.css'

/** Shows nothing while `share` is null. */
export function ChallengeProgress({ share }: { share: number | null }) {
  const percent = Math.round((share ?? 0) * 100)
  return (
    <div role="status">
      {share !== null && (
        <div className={classes.challenge}>
          正在自动完成安全验证，无需操作…
          <ProgressBar label="安全验证进度" value={percent} max={100} text={`${percent}%`} />
        </div>
      )}
    </div>
  )
}
