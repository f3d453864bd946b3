interface ProgressBarProps {
  label: string
  value: number
  max: number
  text: string
}

/** A bar that shows how much of a maximum is reached. */
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
      <div className={share >= 1 ? 'ui-bar-fill ui-bar-full' : 'ui-bar-fill'} style={{ width: `${share * 100}%` }} />
    </div>
  )
}
