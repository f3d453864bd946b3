interface ProgressBarProps {
  /** what is measured */
  label: string
  value: number
  max: number
  /** the figures in words, for screen readers */
  text: string
}

/** A plain bar of how much of something is reached. */
export function ProgressBar({ label, value, max, text }: ProgressBarProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 1
  return (
    <div
      className="ui-bar"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={text}
    >
      <div
        className={share >= 1 ? 'ui-bar-fill ui-bar-full' : 'ui-bar-fill'}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  )
}
