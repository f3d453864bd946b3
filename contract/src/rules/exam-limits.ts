/** An attempt is saved so often: three times for each question of the longest paper. Its log stays readable. */
export const mostSaves = 1000
