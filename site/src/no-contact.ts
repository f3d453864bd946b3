/** Explains that no contact data is set, or that it failed to load. */
export function noContactText(site: object | null | undefined): string {
  return site ? '联系方式暂未公布。' : '联系方式没有加载成功，请刷新页面。'
}
