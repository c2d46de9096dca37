"""Run every measurement, print a table, write the page and the chart."""
