-- Grain: one row a refused row of the input, in its order.
SELECT row, problem
FROM judged
WHERE problem IS NOT NULL
ORDER BY row
