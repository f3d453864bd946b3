/** One slide of a film with its narration. */
export interface SlideScene {
  png: string
  wav: string
  /** Length of the scene, a whole number of frames. */
  seconds: number
}

export function sumSceneSeconds(scenes: SlideScene[]): number {
  const total = scenes.reduce((sum, { seconds }) => sum + seconds, 0)
  return Number(total.toFixed(3))
}
