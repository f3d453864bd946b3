import { Avatar } from '@ce/ui/Avatar.tsx'
import { nameColour, nameInitial } from '../format.ts'

interface PersonAvatarProps {
  person: { name: string; avatarUrl?: string | null | undefined }
  size: number
}

/** Shows a person's picture or, without one, the first character of the name on a colour. */
export function PersonAvatar({ person: { name, avatarUrl }, size }: PersonAvatarProps) {
  return <Avatar name={name} initial={nameInitial(name)} colour={nameColour(name)} url={avatarUrl} size={size} />
}
