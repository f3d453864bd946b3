import { useState } from 'react'

interface AvatarProps {
  name: string
  /** the first letter shown when there is no picture, or it does not load */
  initial: string
  colour: string
  url?: string | null | undefined
  size?: number
}

/** A person: the picture, or the first letter of the name on a colour (specification §2). Decorative beside the name. */
export function Avatar({ name, initial, colour, url, size = 40 }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const box = { width: size, height: size, fontSize: Math.round(size * 0.45) }
  if (url && url !== broken)
    return (
      <img
        className="ui-avatar"
        src={url}
        alt={`${name}的头像`}
        style={box}
        onError={() => setBroken(url)}
      />
    )
  return (
    <span className="ui-avatar" style={{ ...box, background: colour }} aria-hidden="true">
      {initial}
    </span>
  )
}
