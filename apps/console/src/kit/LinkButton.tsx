import { Button, type ButtonProps } from 'antd'
import { useHref, useLinkClickHandler } from 'react-router'

interface LinkButtonProps extends Omit<ButtonProps, 'href' | 'onClick' | 'htmlType'> {
  to: string
  /** of the history's entry */
  state?: unknown
}

/** A link that looks like antd's button and goes through the router. */
export function LinkButton({ to, state, style, ...button }: LinkButtonProps) {
  const href = useHref(to)
  const go = useLinkClickHandler<HTMLElement>(to, { state })
  return (
    <Button
      {...button}
      href={href}
      // it looks like a button: no underline as links in a text have it
      style={{ textDecoration: 'none', ...style }}
      onClick={(event) => go(asAnchorClick(event))}
    />
  )
}

/** With an `href` antd renders an anchor, so the click is an anchor's. */
function asAnchorClick(event: React.MouseEvent<HTMLElement>): React.MouseEvent<HTMLAnchorElement> {
  return event as React.MouseEvent<HTMLAnchorElement>
}
