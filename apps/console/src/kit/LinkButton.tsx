import { Button, type ButtonProps } from 'antd'
import { useHref, useLinkClickHandler } from 'react-router'

interface LinkButtonProps extends Omit<ButtonProps, 'href' | 'onClick' | 'htmlType'> {
  to: string
  state?: unknown
}

export function LinkButton({ to, state, style, ...button }: LinkButtonProps) {
  const href = useHref(to)
  const go = useLinkClickHandler<HTMLElement>(to, { state })
  return (
    <Button
      {...button}
      href={href}
      // The link looks like a button, so it has no underline.
      style={{ textDecoration: 'none', ...style }}
      onClick={(event) => go(asAnchorClick(event))}
    />
  )
}

/** With `href` antd renders an anchor, so the cast is safe. */
function asAnchorClick(event: React.MouseEvent<HTMLElement>): React.MouseEvent<HTMLAnchorElement> {
  return event as React.MouseEvent<HTMLAnchorElement>
}
