"""Questions over exact numbers and simulation: compare, vary, design, prove. Knows no table and no screen."""
