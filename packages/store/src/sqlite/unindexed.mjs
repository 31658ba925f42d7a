/** SQL condition: commits that no index contains yet; see `migrations.mjs`. They are few, so that a scan is fast. */
export const UNINDEXED = 'place > (SELECT place FROM filed)';
