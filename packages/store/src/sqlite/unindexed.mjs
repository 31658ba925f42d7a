/** Which commits stand in no index yet; see `migrations.mjs`. They are few, and read one after the other. */
export const UNINDEXED = 'place > (SELECT place FROM filed)';
