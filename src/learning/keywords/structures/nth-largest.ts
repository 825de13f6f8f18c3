/** The nth largest value (n from 1) by quickselect. Reorders `values`. */
export const nthLargest = (values: Float64Array, nth: number): number => {
  let [low, high] = [0, values.length - 1];
  const target = values.length - nth;
  while (low < high) {
    const pivot = values[(low + high) >>> 1] ?? 0;
    let [left, right] = [low, high];
    while (left <= right) {
      while ((values[left] ?? 0) < pivot) left++;
      while ((values[right] ?? 0) > pivot) right--;
      if (left > right) break;
      [values[left], values[right]] = [values[right] ?? 0, values[left] ?? 0];
      left++;
      right--;
    }
    if (target <= right) high = right;
    else if (target >= left) low = left;
    else break;
  }
  return values[target] ?? 0;
};
