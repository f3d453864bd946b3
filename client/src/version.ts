/** What the menus show (specification §2 sidebar). */
export const versionWords = 'v1.0'
