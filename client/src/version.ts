/** Version text in the menus (docs/rules/screens.md#sidebar). */
export const portalVersionText = 'v1.0'
