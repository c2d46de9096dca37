// Choices of experts, and those that a capacity drops: the cards on DeepSeek-V3 and on mixtures of experts.

/** The k best columns of each row, the best first. */
export function chooseExperts(scores: readonly (readonly number[])[], k: number): number[][] {
  return scores.map((row) => {
    const order = row.map((_, at) => at).sort((a, b) => row[b]! - row[a]! || a - b);
    return order.slice(0, k);
  });
}

/** First come, first served: what each expert is asked for and keeps, the shares of choices dropped and of places empty. */
export function capacityCost(chosen: readonly (readonly number[])[], E: number, factor: number) {
  const choices = chosen.flat();
  const room = Math.floor((factor * choices.length) / E);
  const asked: number[] = Array(E).fill(0);
  for (const expert of choices) asked[expert]!++;
  const kept = asked.map((count) => Math.min(count, room));
  const done = kept.reduce((sum, count) => sum + count, 0);
  return { asked, kept, room, dropped: 1 - done / choices.length, empty: 1 - done / (E * room) };
}
