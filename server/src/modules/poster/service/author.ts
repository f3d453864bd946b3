/** Who writes: a member of staff at work, or the portal itself (imports, seeds). */
export interface Author {
  username: string
  ip?: string | undefined
}

/** Signs what no person did. */
export const systemAuthor: Author = { username: 'system' }
