import { useState } from 'react'

interface AvatarProps {
  name: string
  /** The name's first character is shown when the picture is missing or fails. */
  initial: string
  colour: string
  url?: string | null | undefined
  size?: number
}

/** The avatar is decorative, because the name stands beside it (docs/rules/accounts.md#masking). */
export function Avatar({ name, initial, colour, url, size = 40 }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const box = { width: size, height: size, fontSize: Math.round(size * 0.45) }
  if (url && url !== broken)
    return <img className="ui-avatar" src={url} alt={`${name}的头像`} style={box} onError={() => setBroken(url)} />
  return (
    <span className="ui-avatar" style={{ ...box, background: colour }} aria-hidden="true">
      {initial}
    </span>
  )
}
